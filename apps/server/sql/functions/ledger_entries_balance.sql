-- All entries of a transaction are inserted in one statement and sum to zero in each currency; later additions are refused.
CREATE OR REPLACE FUNCTION ledger_entries_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One pass: sums by currency, and by transaction whether its first line is among what is added.
  IF EXISTS (SELECT FROM added GROUP BY GROUPING SETS ((transaction_id, currency), (transaction_id))
      HAVING CASE grouping(currency) WHEN 0 THEN sum(amount) <> 0 ELSE min(line) <> 1 END) THEN
    RAISE EXCEPTION 'entries do not add up to zero, or were added to an existing transaction' USING ERRCODE = 'FL002';
  END IF;
  RETURN NULL;
END $$;
