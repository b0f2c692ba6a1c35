-- Folds tails into balances, a few accounts at a time; skips accounts that someone is paying from at the moment.
CREATE OR REPLACE FUNCTION ledger_roll_up(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  account record;
  folded bigint;
  done integer := 0;
BEGIN
  FOR account IN
    SELECT a.id FROM ledger_accounts a
    WHERE a.id IN (SELECT DISTINCT account_id FROM (SELECT account_id FROM ledger_tail LIMIT 50000) t LIMIT p_limit)
    ORDER BY a.id FOR NO KEY UPDATE SKIP LOCKED
  LOOP
    WITH gone AS (DELETE FROM ledger_tail WHERE account_id = account.id RETURNING amount)
      SELECT coalesce(sum(amount), 0)::bigint INTO folded FROM gone;
    UPDATE ledger_accounts SET balance = balance + folded WHERE id = account.id AND folded <> 0;
    done := done + 1;
  END LOOP;
  RETURN done;
END $$;
