-- The digest of one entry of the audit log in the hash chain. Personal fields enter as their own salted digest, so that they can be erased.
CREATE OR REPLACE FUNCTION audit_digest(p_position bigint, l audit_log, p_written_at timestamptz, p_personal bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(audit_canonical(p_position::text, l.id::text, l.actor_id::text, l.action, l.target_type, l.target_id, l.request_id,
    audit_microseconds(l.created_at), audit_microseconds(p_written_at), encode(p_personal, 'hex')))
$$;
