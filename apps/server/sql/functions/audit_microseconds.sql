-- A time as text that does not depend on the session's time zone or date style.
CREATE OR REPLACE FUNCTION audit_microseconds(p_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (extract(epoch FROM p_at) * 1000000)::bigint::text
$$;
