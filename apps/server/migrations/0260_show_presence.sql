-- Who is online: processes that hold live connections, and the accounts on each. Nothing of it has to survive a crash of the database.
-- additive

CREATE UNLOGGED TABLE live_processes (
  id uuid PRIMARY KEY,
  -- A process says again and again that it runs; one that was killed no longer counts, nor do its accounts.
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNLOGGED TABLE online_accounts (
  account_id uuid NOT NULL,
  process_id uuid NOT NULL REFERENCES live_processes (id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, process_id)
);
CREATE INDEX online_accounts_of_process ON online_accounts (process_id);

ALTER TABLE accounts ADD COLUMN show_presence boolean NOT NULL DEFAULT true;
