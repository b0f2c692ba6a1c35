-- The hash of one link: every column of the transaction and of its entries, encoded unambiguously.
CREATE OR REPLACE FUNCTION ledger_digest(p_previous bytea, t ledger_transactions, p_entries text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_previous || convert_to(json_build_array(t.id, t.key, t.reason, t.reverses, t.actor_id, t.detail,
    (extract(epoch FROM t.created_at) * 1000000)::bigint, p_entries)::text, 'UTF8'))
$$;
