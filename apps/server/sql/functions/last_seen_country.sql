-- The country from which an account last used the site; null where that is unknown, or it never did.
CREATE OR REPLACE FUNCTION last_seen_country(p_account uuid) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT country FROM sessions WHERE account_id = p_account ORDER BY last_seen_at DESC, id DESC LIMIT 1
$$;
