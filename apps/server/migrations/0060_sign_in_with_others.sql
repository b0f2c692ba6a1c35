-- Accounts that somebody signs in to with another company's word for who they are.

-- One account for each person there; for each company at most one person an account.
CREATE TABLE provider_identities (
  provider text NOT NULL CHECK (provider IN ('google', 'twitter')),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  account_id uuid NOT NULL REFERENCES accounts,
  label text NOT NULL DEFAULT '' CHECK (length(label) <= 254),
  linked_at timestamptz NOT NULL DEFAULT app_now(),
  last_used_at timestamptz,
  PRIMARY KEY (provider, subject),
  UNIQUE (account_id, provider)
);

-- Answers of those companies that have been used: each works once, whatever a browser still has in its cookies.
CREATE TABLE spent_provider_answers (
  answer_hash bytea PRIMARY KEY,
  spent_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX spent_provider_answers_by_age ON spent_provider_answers (spent_at);
