-- What the terms of messages begin with that one person can read, so that a search reads no messages of others.
CREATE OR REPLACE FUNCTION message_search_key(account uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN right(account::text, 12) || ':';
