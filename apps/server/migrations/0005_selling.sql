-- Plans, subscriptions, purchases, charges and earnings; cards, payments and what gateways told us.

CREATE TABLE plans (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  performer_id uuid NOT NULL REFERENCES accounts,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  type text NOT NULL CHECK (type IN ('free', 'monthly', 'bundle', 'yearly')),
  -- Length of a period in months; a bundle has more than one, a yearly plan twelve.
  months integer NOT NULL CHECK (months BETWEEN 1 AND 24),
  -- Currency minor units for one whole period; null for the free plan.
  price bigint CHECK (price > 0),
  discount_pct integer NOT NULL DEFAULT 0 CHECK (discount_pct BETWEEN 0 AND 90),
  perks text[] NOT NULL DEFAULT '{}',
  active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK ((type = 'free') = (price IS NULL))
);
CREATE INDEX plans_of_performer ON plans (performer_id, position) WHERE active;

CREATE TABLE cards (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES accounts,
  gateway text NOT NULL,
  gateway_ref text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month smallint NOT NULL CHECK (exp_month BETWEEN 1 AND 12),
  exp_year smallint NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (gateway, gateway_ref)
);
CREATE UNIQUE INDEX cards_one_default ON cards (account_id) WHERE is_default AND deleted_at IS NULL;
CREATE INDEX cards_of_account ON cards (account_id, created_at DESC) WHERE deleted_at IS NULL;

CREATE TABLE subscriptions (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  fan_id uuid NOT NULL REFERENCES accounts,
  performer_id uuid NOT NULL,
  plan_id uuid REFERENCES plans,
  type text NOT NULL CHECK (type IN ('free', 'trial', 'monthly', 'bundle', 'yearly', 'gift')),
  status text NOT NULL CHECK (status IN ('incomplete', 'active', 'trialing', 'past_due', 'expired', 'revoked')),
  payment_gateway text NOT NULL DEFAULT 'wallet',
  card_id uuid REFERENCES cards,
  -- Currency minor units a period; locked for the life of the subscription.
  price_locked bigint NOT NULL DEFAULT 0,
  months integer NOT NULL DEFAULT 1,
  started_at timestamptz NOT NULL DEFAULT app_now(),
  current_period_end timestamptz,
  -- Access is given while this is in the future, and by nothing else.
  access_until timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  next_retry_at timestamptz,
  retry_count smallint NOT NULL DEFAULT 0,
  period_number integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
-- One live row a pair.
CREATE UNIQUE INDEX subscriptions_live ON subscriptions (fan_id, performer_id)
  WHERE status IN ('incomplete', 'active', 'trialing', 'past_due');
CREATE INDEX subscriptions_access ON subscriptions (fan_id, performer_id, access_until DESC);
CREATE INDEX subscriptions_of_performer ON subscriptions (performer_id, updated_at DESC);
CREATE INDEX subscriptions_of_fan ON subscriptions (fan_id, updated_at DESC);
CREATE INDEX subscriptions_due ON subscriptions (current_period_end) WHERE status IN ('active', 'trialing');
CREATE INDEX subscriptions_retrying ON subscriptions (next_retry_at) WHERE status = 'past_due';

-- What was charged in tokens. Immutable but for its status. No foreign keys to rows that many payers share.
CREATE TABLE charges (
  id uuid PRIMARY KEY,
  transaction_id uuid NOT NULL UNIQUE REFERENCES ledger_transactions,
  user_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('tip', 'feed', 'product', 'video', 'gallery', 'message', 'stream', 'subscription')),
  target_id uuid NOT NULL,
  -- Hundredths of a token.
  tokens bigint NOT NULL CHECK (tokens > 0),
  -- The payer's wallet right after, so that a repeated request gets the same receipt.
  balance_after bigint NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  note text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'succeeded' CHECK (status IN ('succeeded', 'partially_refunded', 'refunded', 'disputed')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (user_id, key)
);
CREATE INDEX charges_of_user ON charges (user_id, created_at DESC, id DESC);
CREATE INDEX charges_of_performer ON charges (performer_id, created_at DESC, id DESC);

CREATE TABLE earnings (
  id uuid PRIMARY KEY,
  charge_id uuid NOT NULL UNIQUE REFERENCES charges,
  performer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  type text NOT NULL,
  -- Hundredths of a token: gross = fee + net.
  gross bigint NOT NULL CHECK (gross > 0),
  fee_bp integer NOT NULL CHECK (fee_bp BETWEEN 0 AND 10000),
  fee bigint NOT NULL CHECK (fee >= 0),
  net bigint NOT NULL CHECK (net >= 0),
  -- Currency a token was worth when it was earned, in millionths of the currency's unit.
  token_value_micro bigint NOT NULL CHECK (token_value_micro > 0),
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'available', 'in_payout', 'paid', 'reversed')),
  available_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (gross = fee + net)
);
CREATE INDEX earnings_of_performer ON earnings (performer_id, created_at DESC, id DESC);
CREATE INDEX earnings_to_release ON earnings (available_at) WHERE status = 'pending';

-- What somebody owns: one live row an account and object; refund or dispute ends it.
CREATE TABLE purchases (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES accounts,
  object_type text NOT NULL CHECK (object_type IN ('feed', 'gallery', 'video', 'photo', 'product', 'message', 'stream')),
  object_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  charge_id uuid NOT NULL,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE UNIQUE INDEX purchases_live ON purchases (account_id, object_id) WHERE revoked_at IS NULL;
CREATE INDEX purchases_of_account ON purchases (account_id, created_at DESC);

CREATE TABLE payment_transactions (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES accounts,
  purpose text NOT NULL CHECK (purpose IN ('top_up', 'subscription')),
  -- Minor units of the site currency, and the hundredths of a token that it buys.
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  tokens bigint NOT NULL CHECK (tokens > 0),
  gateway text NOT NULL,
  gateway_ref text,
  card_id uuid REFERENCES cards,
  subscription_id uuid REFERENCES subscriptions,
  status text NOT NULL DEFAULT 'created' CHECK (status IN ('created', 'requires_action', 'processing', 'succeeded', 'failed',
    'cancelled', 'partially_refunded', 'refunded', 'disputed', 'dispute_won', 'dispute_lost')),
  failure_code text,
  action_url text,
  attempts integer NOT NULL DEFAULT 0,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (account_id, key),
  UNIQUE (gateway, gateway_ref)
);
CREATE INDEX payment_transactions_of_account ON payment_transactions (account_id, updated_at DESC, id DESC);
CREATE INDEX payment_transactions_open ON payment_transactions (updated_at) WHERE status IN ('created', 'requires_action', 'processing');

CREATE TABLE token_packages (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  name text NOT NULL,
  tokens bigint NOT NULL CHECK (tokens > 0),
  bonus bigint NOT NULL DEFAULT 0 CHECK (bonus >= 0),
  price bigint NOT NULL CHECK (price > 0),
  active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT app_now()
);

-- Webhooks as they came: stored raw, unique per gateway and event, answered at once, processed in order afterwards.
CREATE TABLE gateway_events (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  gateway text NOT NULL,
  event_id text NOT NULL,
  object_ref text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT app_now(),
  processed_at timestamptz,
  outcome text,
  UNIQUE (gateway, event_id)
);
CREATE INDEX gateway_events_waiting ON gateway_events (object_ref, received_at) WHERE processed_at IS NULL;

-- The sandbox is another company's server in miniature: it keeps its own books, which the product reads only through its API.
CREATE SCHEMA sandbox;
CREATE TABLE sandbox.objects (
  id text PRIMARY KEY,
  kind text NOT NULL,
  body jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE TABLE sandbox.idempotency (key text PRIMARY KEY, body_hash bytea NOT NULL, reply jsonb NOT NULL, status integer NOT NULL);
CREATE TABLE sandbox.deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event jsonb NOT NULL,
  deliver_at timestamptz NOT NULL DEFAULT app_now(),
  attempts integer NOT NULL DEFAULT 0,
  delivered_at timestamptz
);
CREATE INDEX sandbox_deliveries_due ON sandbox.deliveries (deliver_at) WHERE delivered_at IS NULL;
