-- Every link of the hash chain in (p_after, p_up_to] that does not follow from the one before it and from the rows it covers.
CREATE OR REPLACE FUNCTION ledger_chain_breaks(p_after bigint, p_up_to bigint)
RETURNS TABLE (sequence bigint, transaction_id uuid, problem text) LANGUAGE sql STABLE AS $$
  SELECT s.sequence, s.transaction_id,
    CASE WHEN s.hash IS DISTINCT FROM ledger_digest(s.previous_hash, t, ledger_entries_text(s.transaction_id))
      THEN 'changed after it was chained' ELSE 'out of the chain' END
  FROM ledger_chain_links s
  LEFT JOIN ledger_chain_links before ON before.sequence = s.sequence - 1
  LEFT JOIN ledger_transactions t ON t.id = s.transaction_id
  WHERE s.sequence > p_after AND s.sequence <= p_up_to
    AND (s.previous_hash IS DISTINCT FROM CASE WHEN s.sequence = 1 THEN decode(repeat('00', 32), 'hex') ELSE before.hash END
      OR s.hash IS DISTINCT FROM ledger_digest(s.previous_hash, t, ledger_entries_text(s.transaction_id)))
$$;
