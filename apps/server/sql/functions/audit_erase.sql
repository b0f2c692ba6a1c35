-- Erases the personal fields that a closed account left in the audit log, in the transaction that closes it. Takes the lock of
-- audit_extend_chain, which would otherwise hash what is just being erased.
CREATE OR REPLACE FUNCTION audit_erase(p_account uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7205759406);
  UPDATE audit_chain_entries k SET salt = NULL FROM audit_log l WHERE l.id = k.entry_id AND l.actor_id = p_account AND k.salt IS NOT NULL;
  UPDATE audit_log SET reason = '', before = NULL, after = NULL, address = NULL
    WHERE actor_id = p_account AND (reason <> '' OR num_nonnulls(before, after, address) > 0);
END $$;
