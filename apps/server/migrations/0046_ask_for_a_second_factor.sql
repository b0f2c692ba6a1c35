-- What proves somebody beyond a password: an authenticator app, passkeys, and recovery codes for the day neither is at hand.

-- At most one an account. It counts once a code has confirmed it; each code works once, so the last accepted step of time is kept.
CREATE TABLE authenticator_apps (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  sealed_secret bytea NOT NULL,
  key_id text NOT NULL,
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

-- 80 random bits each, so a plain hash keeps them.
CREATE TABLE recovery_codes (
  account_id uuid NOT NULL REFERENCES accounts,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (account_id, code_hash)
);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES accounts,
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  -- What the passkey last counted to. One that counts less than before is a copy. Many never count and stay at zero.
  counter bigint NOT NULL DEFAULT 0 CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX passkeys_by_account ON passkeys (account_id, created_at);

-- What a passkey is asked to sign: once, within five minutes. No account where somebody says with the passkey itself who they are.
CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  account_id uuid REFERENCES accounts,
  purpose text NOT NULL CHECK (purpose IN ('register', 'sign_in', 'second_factor')),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- Set where the session was opened with a second factor, or one was set up in it: staff may do nothing without.
ALTER TABLE sessions ADD COLUMN second_factor_at timestamptz;

ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_purpose_check;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_purpose_check
  CHECK (purpose IN ('verify_email', 'reset_password', 'log_in', 'socket', 'second_factor'));
