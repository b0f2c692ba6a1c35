-- Subscriptions rest for a time, once, and change their plan.
ALTER TABLE subscriptions
  -- Asked for: the pause begins with the end of the period.
  ADD COLUMN pause_months smallint,
  ADD COLUMN paused_until timestamptz,
  ADD COLUMN was_paused boolean NOT NULL DEFAULT false,
  -- The change by which the running period began: what it credited goes back with the period’s unused days.
  ADD COLUMN change_id uuid,
  DROP CONSTRAINT subscriptions_status_check,
  ADD CONSTRAINT subscriptions_pause_months CHECK (pause_months IN (1, 3)) NOT VALID,
  ADD CONSTRAINT subscriptions_status_check
    CHECK (status IN ('incomplete', 'active', 'trialing', 'paused', 'past_due', 'expired', 'revoked')) NOT VALID;

-- Another plan for a subscription: at once, when it is paid, or with the end of the period.
CREATE TABLE plan_changes (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  subscription_id uuid NOT NULL REFERENCES subscriptions (id),
  fan_id uuid NOT NULL REFERENCES accounts (id),
  plan_id uuid NOT NULL REFERENCES plans (id),
  plan_version integer NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('monthly', 'bundle', 'yearly')),
  months integer NOT NULL,
  -- Minor units of the site currency: the price of a period, and what the first payment is lower by.
  price bigint NOT NULL,
  credit bigint NOT NULL CHECK (credit BETWEEN 0 AND price),
  at_once boolean NOT NULL,
  payment_gateway text NOT NULL,
  card_id uuid REFERENCES cards (id),
  -- waiting: for its payment, or for the end of the period. dropped: taken back, replaced, or never paid.
  status text NOT NULL CHECK (status IN ('waiting', 'done', 'dropped')),
  key text NOT NULL,
  body_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (fan_id, key)
);
CREATE UNIQUE INDEX plan_changes_waiting ON plan_changes (subscription_id) WHERE status = 'waiting';
CREATE INDEX plan_changes_of_subscription ON plan_changes (subscription_id);

-- What was left of earlier charges, as far as it was credited: from what they earned and from the site’s fee, in hundredths of a token.
CREATE TABLE plan_change_credits (
  change_id uuid NOT NULL REFERENCES plan_changes (id),
  charge_id uuid NOT NULL REFERENCES charges (id),
  net bigint NOT NULL CHECK (net >= 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  PRIMARY KEY (change_id, charge_id)
);
CREATE INDEX plan_change_credits_of_charge ON plan_change_credits (charge_id);

ALTER TABLE payment_transactions ADD COLUMN plan_change_id uuid;
