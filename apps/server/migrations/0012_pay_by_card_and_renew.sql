-- What paying by card and renewing need to know: the gateway's customer, what came back, which period was paid.

CREATE TABLE gateway_customers (
  account_id uuid NOT NULL REFERENCES accounts,
  gateway text NOT NULL,
  gateway_ref text NOT NULL UNIQUE,
  PRIMARY KEY (account_id, gateway)
);

ALTER TABLE payment_transactions
  -- Minor units that went back to the card so far.
  ADD COLUMN amount_refunded bigint NOT NULL DEFAULT 0 CHECK (amount_refunded BETWEEN 0 AND amount),
  -- The period of the subscription that this payment pays for.
  ADD COLUMN period_number integer,
  -- Set in the transaction that credits what was paid, so that nothing is credited twice.
  ADD COLUMN credited_at timestamptz;

ALTER TABLE subscriptions
  -- Period ends are counted in months from here, so that one that began on the 31st ends on the last day of each month.
  ADD COLUMN anchor_at timestamptz NOT NULL DEFAULT app_now(),
  ADD COLUMN anchor_periods integer NOT NULL DEFAULT 1,
  -- Of the request that began it, so that asking twice subscribes once.
  ADD COLUMN key text,
  ADD COLUMN body_hash bytea,
  ADD CONSTRAINT subscriptions_asked_once UNIQUE (fan_id, key);

CREATE FUNCTION months_after(p_anchor timestamptz, p_months integer) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_anchor AT TIME ZONE 'UTC' + make_interval(months => p_months)) AT TIME ZONE 'UTC'
$$;

CREATE INDEX sandbox_objects_by_kind ON sandbox.objects (kind, created_at);
