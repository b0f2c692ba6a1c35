-- What is for adults is shown to who has proved, or says, that they are one.

-- A creator says it of all they publish.
ALTER TABLE performers ADD COLUMN is_adult boolean NOT NULL DEFAULT false;

-- How an account proved its age, and until when that counts. Nothing of what it was proved with is kept.
ALTER TABLE accounts
  ADD COLUMN age_proof text NOT NULL DEFAULT 'none' CHECK (age_proof IN ('none', 'declared', 'assured')),
  ADD COLUMN age_proof_until timestamptz;

-- Each time somebody's age was asked for. A visitor's check belongs to nobody but the browser that holds its secret.
CREATE TABLE age_checks (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid REFERENCES accounts,
  secret_hash bytea UNIQUE,
  method text NOT NULL CHECK (length(method) BETWEEN 1 AND 40),
  state text NOT NULL CHECK (state IN ('pending', 'passed', 'failed', 'expired')),
  -- The company that was asked, and its name for the check.
  provider text CHECK (length(provider) <= 60),
  provider_reference text CHECK (length(provider_reference) BETWEEN 1 AND 200),
  decided_at timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (provider, provider_reference)
);
CREATE INDEX age_checks_by_account ON age_checks (account_id, created_at DESC);
CREATE INDEX age_checks_running_out ON age_checks (expires_at) WHERE state IN ('pending', 'passed');
