-- What staff search people and their own deeds by, removing a lost second factor, and payouts that the ledger refuses one performer.

CREATE INDEX accounts_newest ON accounts (created_at DESC, id DESC);
CREATE INDEX accounts_out_of_use ON accounts (status, created_at DESC, id DESC) WHERE status <> 'active';

DROP INDEX audit_log_by_target, audit_log_by_actor;
CREATE INDEX audit_log_newest ON audit_log (created_at DESC, id DESC);
CREATE INDEX audit_log_by_target ON audit_log (target_type, target_id, created_at DESC, id DESC);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_by_action ON audit_log (action text_pattern_ops, created_at DESC, id DESC);

-- A second factor that its owner lost. Another member of staff agrees, or its owner has 24 hours to stop it from the mailbox.
CREATE TABLE second_factor_removals (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES accounts,
  asked_by uuid NOT NULL REFERENCES accounts,
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  asked_at timestamptz NOT NULL DEFAULT app_now(),
  -- Null: there is no mailbox to warn, or it is about staff; then only another member of staff may let it happen.
  due_at timestamptz,
  stop_hash bytea UNIQUE CHECK (length(stop_hash) = 32),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done', 'withdrawn', 'stopped')),
  ended_at timestamptz,
  CHECK ((status = 'open') = (ended_at IS NULL)),
  CHECK ((due_at IS NULL) = (stop_hash IS NULL))
);
CREATE UNIQUE INDEX second_factor_removals_one_open ON second_factor_removals (account_id) WHERE status = 'open';
CREATE INDEX second_factor_removals_due ON second_factor_removals (due_at) WHERE status = 'open';

-- Why nothing may be paid out to a performer now, as far as the database can tell; null where nothing is in the way.
CREATE FUNCTION payout_blocker(p_performer uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN p.verification_status <> 'approved' THEN 'NOT_APPROVED'
    WHEN p.payouts_frozen_until > app_now() THEN 'PAYOUT_DETAILS_NEW'
    WHEN EXISTS (SELECT FROM verification_documents d WHERE d.verification_id = (SELECT v.id FROM verifications v
        WHERE v.performer_id = p.account_id AND v.status IN ('approved', 'more_info', 'submitted', 'in_review', 'expired')
          AND EXISTS (SELECT FROM verification_documents a WHERE a.verification_id = v.id AND a.status IN ('approved', 'expired'))
        ORDER BY v.created_at DESC, v.id DESC LIMIT 1)
      AND (d.status = 'expired' OR (d.status = 'approved' AND d.expires_on <= app_now()::date))
      AND NOT EXISTS (SELECT FROM verification_documents n WHERE n.verification_id = d.verification_id AND n.kind = d.kind
        AND n.status = 'approved' AND (n.created_at, n.id) > (d.created_at, d.id))) THEN 'DOCUMENT_EXPIRED'
  END FROM performers p WHERE p.account_id = p_performer
$$;

-- As before, and: whatever code asks for a payout, the ledger refuses one that something stands in the way of.
CREATE OR REPLACE FUNCTION ledger_post(
  p_id uuid, p_key text, p_reason text, p_actor uuid, p_reverses uuid, p_detail jsonb,
  p_from bigint[], p_to bigint[], p_amounts bigint[]
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  moves integer := coalesce(cardinality(p_amounts), 0);
  payer record;
  account record;
  folded bigint;
  present bigint;
  ids bigint[] := '{}';
  currencies text[] := '{}';
  amounts bigint[] := '{}';
  appended smallint[] := '{}';
  blocked text;
BEGIN
  IF moves = 0 OR cardinality(p_from) <> moves OR cardinality(p_to) <> moves THEN
    RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
  END IF;
  FOR i IN 1 .. moves LOOP
    IF p_amounts[i] IS NULL OR p_amounts[i] <= 0 OR p_from[i] IS NULL OR p_to[i] IS NULL OR p_from[i] = p_to[i] THEN
      RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
    END IF;
  END LOOP;

  IF p_reason IN ('payout_request', 'payout_paid') THEN
    -- Whoever freezes a performer's payouts holds their row: of the two at once one waits for the other.
    PERFORM FROM performers p JOIN ledger_accounts a ON a.owner_id = p.account_id
      WHERE a.id = ANY (p_from) ORDER BY p.account_id FOR SHARE OF p;
    SELECT payout_blocker(a.owner_id) INTO blocked FROM ledger_accounts a
      WHERE a.id = ANY (p_from) AND a.owner_id IS NOT NULL AND payout_blocker(a.owner_id) IS NOT NULL LIMIT 1;
    IF blocked IS NOT NULL THEN
      RAISE EXCEPTION 'nothing is paid out to this performer' USING ERRCODE = 'FL424', DETAIL = blocked;
    END IF;
  END IF;

  INSERT INTO ledger_transactions (id, key, reason, actor_id, reverses, detail)
    VALUES (p_id, p_key, p_reason, p_actor, p_reverses, coalesce(p_detail, '{}'));
  INSERT INTO ledger_unsealed VALUES (p_id, app_now());

  FOR payer IN
    SELECT m.id, sum(m.amount)::bigint AS gets, -sum(m.amount)::bigint AS pays FROM (
      SELECT unnest(p_from) AS id, -unnest(p_amounts) AS amount UNION ALL SELECT unnest(p_to), unnest(p_amounts)) m
    GROUP BY m.id ORDER BY m.id
  LOOP
    SELECT currency, may_be_negative INTO account FROM ledger_accounts WHERE id = payer.id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
    END IF;
    -- What gives and gets the same is left as it is.
    CONTINUE WHEN payer.gets = 0;
    ids := ids || payer.id;
    currencies := currencies || account.currency;
    amounts := amounts || payer.gets;
    IF payer.pays > 0 AND NOT account.may_be_negative THEN
      UPDATE ledger_accounts SET balance = balance - payer.pays WHERE id = payer.id AND balance >= payer.pays;
      CONTINUE WHEN FOUND;
      SELECT balance INTO present FROM ledger_accounts WHERE id = payer.id FOR NO KEY UPDATE;
      WITH gone AS (DELETE FROM ledger_tail WHERE account_id = payer.id RETURNING amount)
        SELECT coalesce(sum(amount), 0)::bigint INTO folded FROM gone;
      IF present + folded < payer.pays THEN
        RAISE EXCEPTION 'insufficient balance' USING ERRCODE = 'FL402', DETAIL = (payer.pays - present - folded)::text;
      END IF;
      UPDATE ledger_accounts SET balance = present + folded - payer.pays WHERE id = payer.id;
    ELSE
      appended := appended || cardinality(ids)::smallint;
    END IF;
  END LOOP;
  FOR i IN 1 .. moves LOOP
    IF currencies[array_position(ids, p_from[i])] <> currencies[array_position(ids, p_to[i])] THEN
      RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
    END IF;
  END LOOP;

  INSERT INTO ledger_entries (transaction_id, line, account_id, currency, amount)
    SELECT p_id, e.line, e.id, e.currency, e.amount FROM unnest(ids, currencies, amounts) WITH ORDINALITY AS e(id, currency, amount, line);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
  END IF;
  INSERT INTO ledger_tail (account_id, transaction_id, line, amount)
    SELECT ids[n], p_id, n, amounts[n] FROM unnest(appended) AS n;
END $$;
