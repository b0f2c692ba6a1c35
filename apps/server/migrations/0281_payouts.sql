-- Payouts of what creators earned, and the earnings they are made of.
-- additive

CREATE TABLE payouts (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  performer_id uuid NOT NULL REFERENCES accounts (id),
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'approved', 'processing', 'paid', 'rejected', 'cancelled', 'reversed')),
  method text NOT NULL CHECK (method IN ('bank', 'stripe', 'manual')),
  -- The account as it was when the payout was requested; null once it is no longer needed.
  destination bytea,
  -- What may be shown of it.
  destination_name text NOT NULL,
  destination_ends text,
  -- Hundredths of a token; amount and fee in minor units of the currency.
  tokens bigint NOT NULL CHECK (tokens >= 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  fee bigint NOT NULL CHECK (fee >= 0 AND fee <= amount),
  currency text NOT NULL,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  reason text CHECK (length(reason) <= 500),
  reference text CHECK (length(reference) <= 200),
  approved_by uuid REFERENCES accounts (id),
  -- How often it was sent; with the id it is the key of the transfer at the gateway.
  attempt integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  expected_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE UNIQUE INDEX payouts_open ON payouts (performer_id) WHERE status IN ('pending', 'approved', 'processing');
CREATE INDEX payouts_of_performer ON payouts (performer_id, updated_at DESC, id DESC);
CREATE INDEX payouts_of_performer_by_creation ON payouts (performer_id, created_at DESC, id DESC);
CREATE INDEX payouts_newest ON payouts (updated_at DESC, id DESC);
CREATE INDEX payouts_by_creation ON payouts (created_at DESC, id DESC);
CREATE INDEX payouts_waiting ON payouts (created_at) WHERE status IN ('pending', 'approved', 'processing');

-- The earnings that a payout is made of, each with the part of its net amount that it gives. Rows of payouts that came to nothing are deleted.
CREATE TABLE payout_earnings (
  payout_id uuid NOT NULL REFERENCES payouts (id),
  earning_id uuid NOT NULL REFERENCES earnings (id),
  tokens bigint NOT NULL CHECK (tokens > 0),
  PRIMARY KEY (payout_id, earning_id)
);
CREATE INDEX payout_earnings_of_earning ON payout_earnings (earning_id);

-- What happened to a payout. `actor_id` is null where it was the system.
CREATE TABLE payout_events (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  payout_id uuid NOT NULL REFERENCES payouts (id),
  type text NOT NULL,
  actor_id uuid REFERENCES accounts (id),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX payout_events_of_payout ON payout_events (payout_id, id);

-- Of `net`: what payouts took, paid or not.
ALTER TABLE earnings ADD COLUMN paid_out bigint NOT NULL DEFAULT 0;
ALTER TABLE earnings ADD CONSTRAINT earnings_paid_out CHECK (paid_out >= 0 AND paid_out <= net) NOT VALID;
