-- When the books do not add up, no money leaves until somebody of the staff has looked.

CREATE TABLE payout_freezes (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  -- Null: the ledger's own checker froze.
  frozen_by uuid REFERENCES accounts,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  -- Broken rules and how many violations, as the checker found them.
  findings jsonb NOT NULL DEFAULT '{}',
  frozen_at timestamptz NOT NULL DEFAULT app_now(),
  lifted_by uuid REFERENCES accounts,
  lifted_at timestamptz,
  lift_reason text CHECK (length(lift_reason) BETWEEN 3 AND 500),
  CONSTRAINT payout_freezes_lifted_by_staff CHECK (num_nulls(lifted_by, lifted_at, lift_reason) IN (0, 3))
);
CREATE UNIQUE INDEX payout_freezes_one_at_a_time ON payout_freezes ((true)) WHERE lifted_at IS NULL;

CREATE FUNCTION payouts_are_frozen() RETURNS boolean LANGUAGE sql STABLE AS 'SELECT EXISTS (SELECT FROM payout_freezes WHERE lifted_at IS NULL)';

-- Whatever code asks for a payout, the ledger itself refuses. What goes back to a performer is let through.
CREATE FUNCTION ledger_refuse_frozen_payout() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF payouts_are_frozen() THEN
    RAISE EXCEPTION 'payouts are frozen' USING ERRCODE = 'FL423';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_transactions_freeze BEFORE INSERT ON ledger_transactions FOR EACH ROW
  WHEN (NEW.reason IN ('payout_request', 'payout_paid')) EXECUTE FUNCTION ledger_refuse_frozen_payout();
