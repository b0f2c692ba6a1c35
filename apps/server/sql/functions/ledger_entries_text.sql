-- The entries of a transaction as the text that ledger_digest covers.
CREATE OR REPLACE FUNCTION ledger_entries_text(p_transaction uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg(concat_ws(':', line, account_id, currency, amount), ';' ORDER BY line) FROM ledger_entries WHERE transaction_id = p_transaction
$$;
