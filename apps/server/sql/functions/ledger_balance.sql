-- The balance of a ledger account now: snapshot plus tail.
CREATE OR REPLACE FUNCTION ledger_balance(p_account bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT a.balance + coalesce((SELECT sum(amount) FROM ledger_tail t WHERE t.account_id = a.id), 0)::bigint
  FROM ledger_accounts a WHERE a.id = p_account
$$;
