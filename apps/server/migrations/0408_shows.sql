-- Private shows, and what of a wallet is held while one runs.
ALTER TABLE streams ADD COLUMN price_per_minute bigint;
ALTER TABLE streams ADD CONSTRAINT streams_price_per_minute CHECK (price_per_minute > 0) NOT VALID;
ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('fan_wallet', 'fan_bonus', 'wallet_hold', 'performer_pending', 'performer_available',
    'performer_reserve', 'performer_in_payout', 'escrow', 'platform_fees', 'gateway_clearing', 'token_float', 'tax', 'debt')) NOT VALID;

-- Tokens of a wallet that are held for one thing, until what was used of them is charged and the rest goes back, in one transaction.
CREATE TABLE wallet_holds (
  -- Of what it is for; its charge gets the same id.
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES accounts (id),
  performer_id uuid NOT NULL REFERENCES accounts (id),
  type text NOT NULL REFERENCES charge_kinds (kind),
  target_id uuid NOT NULL,
  -- In hundredths of a token: what its ledger account has, and what of it is owed by now.
  tokens bigint NOT NULL CHECK (tokens > 0),
  used bigint NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND tokens),
  -- How often something was put into it: part of the keys of its postings.
  additions integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  closed_at timestamptz
);
CREATE UNIQUE INDEX wallet_holds_open ON wallet_holds (user_id) WHERE closed_at IS NULL;
CREATE INDEX wallet_holds_user ON wallet_holds (user_id, id);

CREATE TABLE shows (
  id uuid PRIMARY KEY,
  -- Of the two: they write to one another there.
  conversation_id uuid NOT NULL,
  performer_id uuid NOT NULL REFERENCES accounts (id),
  user_id uuid NOT NULL REFERENCES accounts (id),
  -- As it was shown when it was asked for.
  price_per_minute bigint NOT NULL CHECK (price_per_minute > 0),
  status text NOT NULL CHECK (status IN ('requested', 'accepted', 'declined', 'expired', 'cancelled', 'active', 'ended')),
  ended_by text CHECK (ended_by IN ('fan', 'performer', 'no_funds', 'disconnect', 'moderator')),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  -- When video first reached the fan, and when it last did.
  started_at timestamptz,
  reached_at timestamptz,
  ended_at timestamptz,
  -- For how long video has reached the fan, by the engine's own clock.
  counted_ms bigint NOT NULL DEFAULT 0,
  -- What the engine's room of this opening has said of it: what it says more is counted.
  engine_opening text,
  engine_ms bigint NOT NULL DEFAULT 0,
  is_counting boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK ((status = 'ended') = (ended_by IS NOT NULL))
);
-- One at a time, on either side.
CREATE UNIQUE INDEX shows_open_user ON shows (user_id) WHERE status IN ('requested', 'accepted', 'active');
CREATE UNIQUE INDEX shows_running_performer ON shows (performer_id) WHERE status IN ('accepted', 'active');
CREATE INDEX shows_open ON shows (id) WHERE status IN ('requested', 'accepted', 'active');
CREATE INDEX shows_conversation ON shows (conversation_id, created_at DESC);
CREATE INDEX shows_performer ON shows (performer_id, created_at DESC);
CREATE INDEX shows_user ON shows (user_id, created_at DESC);

INSERT INTO charge_kinds (kind, event, grant_function) VALUES ('stream', 'show.paid', NULL)
  ON CONFLICT (kind) DO UPDATE SET event = excluded.event, grant_function = excluded.grant_function;
DROP FUNCTION IF EXISTS charge_tokens(uuid, uuid, uuid, text, uuid, bigint, text, bytea, text, integer, bigint, text, integer, integer, bigint, text, boolean, boolean, integer);
