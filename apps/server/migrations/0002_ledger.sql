-- The double-entry ledger: accounts, immutable transactions, entries that add up to zero, and the one function that posts.

-- `balance` is a snapshot; the balance is the snapshot plus the tail. Amounts are whole hundredths of a token (TOK) or
-- minor units of a currency.
CREATE TABLE ledger_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('fan_wallet', 'fan_bonus', 'performer_pending', 'performer_available', 'performer_reserve',
    'performer_in_payout', 'escrow', 'platform_fees', 'gateway_clearing', 'token_float', 'tax')),
  owner_id uuid,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  may_be_negative boolean GENERATED ALWAYS AS (kind IN ('gateway_clearing')) STORED,
  balance bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE NULLS NOT DISTINCT (kind, owner_id, currency),
  CONSTRAINT ledger_account_not_below_zero CHECK (kind = 'gateway_clearing' OR balance >= 0)
) WITH (fillfactor = 70);

CREATE TABLE ledger_transactions (
  id uuid PRIMARY KEY,
  -- Unique for ever: a charge can't be posted twice whatever happens to the request that asked for it.
  key text NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 400),
  reason text NOT NULL CHECK (reason IN ('top_up', 'tip', 'feed', 'product', 'video', 'gallery', 'message', 'stream',
    'subscription', 'release', 'refund', 'dispute', 'dispute_won', 'payout_request', 'payout_paid', 'payout_cancelled',
    'hold', 'capture', 'hold_release', 'adjustment', 'bonus')),
  reverses uuid REFERENCES ledger_transactions,
  actor_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX ledger_transactions_by_time ON ledger_transactions (created_at, id);
CREATE UNIQUE INDEX ledger_transactions_reversed_once ON ledger_transactions (reverses) WHERE reverses IS NOT NULL AND reason <> 'refund';

-- No foreign key to the account: its check would lock the credited row, which thousands of payers share.
-- ledger_post resolves the ids itself and the checker proves that each exists.
CREATE TABLE ledger_entries (
  transaction_id uuid NOT NULL REFERENCES ledger_transactions,
  line smallint NOT NULL,
  account_id bigint NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (transaction_id, line)
);
CREATE INDEX ledger_entries_by_account ON ledger_entries (account_id, transaction_id);

-- Credits not yet folded into their account's snapshot.
CREATE TABLE ledger_tail (
  account_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  line smallint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (account_id, transaction_id, line)
);

-- The hash chain: one row a transaction, sealed within two seconds of its commit, never inside the charge.
CREATE TABLE ledger_seals (
  sequence bigint PRIMARY KEY,
  transaction_id uuid NOT NULL UNIQUE REFERENCES ledger_transactions,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  previous_hash bytea NOT NULL CHECK (length(previous_hash) = 32),
  sealed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- All entries of a transaction arrive in one statement and add up to zero in each currency; later additions are refused.
CREATE FUNCTION ledger_entries_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added GROUP BY transaction_id, currency HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'entries do not add up to zero' USING ERRCODE = 'FL002';
  END IF;
  IF EXISTS (SELECT FROM added a WHERE a.line <> 1 AND NOT EXISTS
      (SELECT FROM added b WHERE b.transaction_id = a.transaction_id AND b.line = 1)) THEN
    RAISE EXCEPTION 'entries were added to an existing transaction' USING ERRCODE = 'FL002';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_add_up AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_balance();

-- The id of an account, made at its first use.
CREATE FUNCTION ledger_account(p_kind text, p_owner uuid, p_currency text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE found bigint;
BEGIN
  SELECT id INTO found FROM ledger_accounts WHERE kind = p_kind AND owner_id IS NOT DISTINCT FROM p_owner AND currency = p_currency;
  IF found IS NULL THEN
    INSERT INTO ledger_accounts (kind, owner_id, currency) VALUES (p_kind, p_owner, p_currency) ON CONFLICT DO NOTHING;
    SELECT id INTO found FROM ledger_accounts WHERE kind = p_kind AND owner_id IS NOT DISTINCT FROM p_owner AND currency = p_currency;
  END IF;
  RETURN found;
END $$;

-- Posts one transaction: line n moves p_amounts[n] from p_from[n] to p_to[n]. The only writer of money rows.
-- Accounts that pay and may not go below zero are locked in id order, their tail folded in, and debited; credits are appended.
-- Raises FL402 with the missing amount where a payer has too little, 23505 where the key was posted before.
CREATE FUNCTION ledger_post(
  p_id uuid, p_key text, p_reason text, p_actor uuid, p_reverses uuid, p_detail jsonb,
  p_from bigint[], p_to bigint[], p_amounts bigint[]
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  payer record;
  folded bigint;
  present bigint;
BEGIN
  IF cardinality(p_amounts) = 0 OR cardinality(p_from) <> cardinality(p_amounts) OR cardinality(p_to) <> cardinality(p_amounts)
     OR EXISTS (SELECT FROM unnest(p_amounts) a WHERE a IS NULL OR a <= 0)
     OR EXISTS (SELECT FROM unnest(p_from, p_to) m(f, t) WHERE f IS NULL OR t IS NULL OR f = t) THEN
    RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
  END IF;
  IF EXISTS (SELECT FROM unnest(p_from, p_to) m(f, t)
      LEFT JOIN ledger_accounts a ON a.id = m.f LEFT JOIN ledger_accounts b ON b.id = m.t
      WHERE a.id IS NULL OR b.id IS NULL OR a.currency <> b.currency) THEN
    RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
  END IF;

  INSERT INTO ledger_transactions (id, key, reason, actor_id, reverses, detail)
    VALUES (p_id, p_key, p_reason, p_actor, p_reverses, coalesce(p_detail, '{}'));

  INSERT INTO ledger_entries (transaction_id, line, account_id, currency, amount)
    SELECT p_id, row_number() OVER (ORDER BY net.account_id), net.account_id, a.currency, net.amount
    FROM (SELECT account_id, sum(amount)::bigint AS amount FROM (
            SELECT unnest(p_from) AS account_id, -unnest(p_amounts) AS amount
            UNION ALL SELECT unnest(p_to), unnest(p_amounts)) moves
          GROUP BY account_id HAVING sum(amount) <> 0) net
    JOIN ledger_accounts a ON a.id = net.account_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
  END IF;

  FOR payer IN
    SELECT e.account_id AS id, -e.amount AS pays FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
    WHERE e.transaction_id = p_id AND e.amount < 0 AND NOT a.may_be_negative ORDER BY e.account_id
  LOOP
    SELECT balance INTO present FROM ledger_accounts WHERE id = payer.id FOR NO KEY UPDATE;
    WITH gone AS (DELETE FROM ledger_tail WHERE account_id = payer.id RETURNING amount)
      SELECT coalesce(sum(amount), 0)::bigint INTO folded FROM gone;
    IF present + folded < payer.pays THEN
      RAISE EXCEPTION 'insufficient balance' USING ERRCODE = 'FL402', DETAIL = (payer.pays - present - folded)::text;
    END IF;
    UPDATE ledger_accounts SET balance = present + folded - payer.pays WHERE id = payer.id;
  END LOOP;

  INSERT INTO ledger_tail (account_id, transaction_id, line, amount)
    SELECT e.account_id, e.transaction_id, e.line, e.amount FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
    WHERE e.transaction_id = p_id AND (e.amount > 0 OR a.may_be_negative);
END $$;

-- What an account holds now: snapshot plus tail, read in one snapshot of the database.
CREATE FUNCTION ledger_balance(p_account bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT a.balance + coalesce((SELECT sum(amount) FROM ledger_tail t WHERE t.account_id = a.id), 0)::bigint
  FROM ledger_accounts a WHERE a.id = p_account
$$;
CREATE FUNCTION ledger_balance_of(p_kind text, p_owner uuid, p_currency text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT ledger_balance(id) FROM ledger_accounts
    WHERE kind = p_kind AND owner_id IS NOT DISTINCT FROM p_owner AND currency = p_currency), 0)
$$;

-- Folds tails into snapshots, a few accounts at a time; skips accounts that somebody is paying from right now.
CREATE FUNCTION ledger_roll_up(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  one record;
  folded bigint;
  done integer := 0;
BEGIN
  FOR one IN
    SELECT a.id FROM ledger_accounts a
    WHERE a.id IN (SELECT DISTINCT account_id FROM (SELECT account_id FROM ledger_tail LIMIT 50000) t LIMIT p_limit)
    ORDER BY a.id FOR NO KEY UPDATE SKIP LOCKED
  LOOP
    WITH gone AS (DELETE FROM ledger_tail WHERE account_id = one.id RETURNING amount)
      SELECT coalesce(sum(amount), 0)::bigint INTO folded FROM gone;
    UPDATE ledger_accounts SET balance = balance + folded WHERE id = one.id AND folded <> 0;
    done := done + 1;
  END LOOP;
  RETURN done;
END $$;
