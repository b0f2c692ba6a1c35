-- additive
-- Codes that lower what is paid. A row of coupon_uses is one person’s use: held while they pay, used once they have paid, and given back otherwise.
CREATE TABLE coupons (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  -- Null where it is the site’s.
  performer_id uuid REFERENCES accounts (id),
  code text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9-]{4,20}$'),
  percent smallint CHECK (percent BETWEEN 1 AND 100),
  -- Minor units of the site currency.
  amount bigint CHECK (amount > 0),
  applies_to text NOT NULL CHECK (applies_to IN ('subscriptions', 'tokens', 'everything')),
  plan_ids uuid[] NOT NULL DEFAULT '{}',
  new_subscribers_only boolean NOT NULL,
  max_uses integer CHECK (max_uses > 0),
  per_user integer CHECK (per_user > 0),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  made_by uuid NOT NULL REFERENCES accounts (id),
  -- Of the uses that count.
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  sales bigint NOT NULL DEFAULT 0,
  given bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (num_nonnulls(percent, amount) = 1)
);
CREATE INDEX coupons_of_performer ON coupons (performer_id, created_at DESC, id DESC);

CREATE TABLE coupon_uses (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  coupon_id uuid NOT NULL REFERENCES coupons (id),
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- Of the card that pays: one card counts as one person.
  card_fingerprint text,
  subscription_id uuid REFERENCES subscriptions (id),
  payment_id uuid REFERENCES payment_transactions (id),
  -- held: for its 15 minutes. paying: while a card payment is open. released: not paid. returned: refunded.
  status text NOT NULL CHECK (status IN ('held', 'paying', 'used', 'released', 'returned')),
  -- Minor units of the site currency.
  price bigint NOT NULL,
  discount bigint NOT NULL CHECK (discount >= 0 AND discount <= price),
  -- What its creator has given of their earnings, in hundredths of a token.
  borne bigint NOT NULL DEFAULT 0 CHECK (borne >= 0),
  -- How often that was taken: each time is a posting of its own.
  turn integer NOT NULL DEFAULT 0,
  held_until timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE UNIQUE INDEX coupon_uses_held ON coupon_uses (coupon_id, account_id) WHERE status = 'held';
CREATE UNIQUE INDEX coupon_uses_payment ON coupon_uses (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX coupon_uses_subscription ON coupon_uses (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX coupon_uses_open ON coupon_uses (coupon_id) WHERE status IN ('held', 'paying');
CREATE INDEX coupon_uses_account ON coupon_uses (account_id, coupon_id);
CREATE INDEX coupon_uses_card ON coupon_uses (coupon_id, card_fingerprint) WHERE card_fingerprint IS NOT NULL;
CREATE INDEX coupon_uses_used ON coupon_uses (coupon_id, used_at) WHERE status = 'used';

-- What a code took off, as it was when the payment was made.
ALTER TABLE payment_transactions ADD COLUMN discount bigint NOT NULL DEFAULT 0;
ALTER TABLE payment_transactions ADD COLUMN coupon_code text;
-- Tokens may cost nothing.
ALTER TABLE payment_transactions DROP CONSTRAINT payment_transactions_amount_check;
ALTER TABLE payment_transactions ADD CONSTRAINT payment_transactions_amount_check CHECK (amount >= 0) NOT VALID;

DROP FUNCTION IF EXISTS charge_tokens(uuid, uuid, uuid, text, uuid, bigint, text, bytea, text, integer, bigint, text, integer, integer, bigint, text, boolean, boolean, integer, boolean);
