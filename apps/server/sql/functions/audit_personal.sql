-- The salted digest of the fields of an entry that may be erased. Without the salt they can't be found by trying.
CREATE OR REPLACE FUNCTION audit_personal(p_salt bytea, l audit_log) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_salt || audit_canonical(l.reason, l.before::text, l.after::text, l.address::text))
$$;
