-- The advisory lock key of two accounts, whichever is named first. Payments between the two share it, a block takes it exclusively.
CREATE OR REPLACE FUNCTION between_two(one uuid, other uuid) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN hashtextextended(least(one, other)::text || greatest(one, other)::text, 7205759407);
