-- When the ledger was checked and how each check ended; the hash chain is checked in parts.

CREATE TABLE ledger_checks (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  started_at timestamptz NOT NULL DEFAULT app_now(),
  finished_at timestamptz,
  -- Null while it runs, and for ever where its worker died.
  outcome text CHECK (outcome IN ('passed', 'violations', 'failed')),
  violations integer,
  error text,
  CONSTRAINT ledger_checks_finished CHECK ((outcome IS NULL) = (finished_at IS NULL))
);
CREATE INDEX ledger_checks_newest ON ledger_checks (started_at DESC);

-- One row: since when no check has finished in time, and when that was last announced.
CREATE TABLE ledger_check_alarm (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  since timestamptz NOT NULL DEFAULT app_now(),
  announced_at timestamptz
);

-- Takes a part of the chain now.
DROP FUNCTION IF EXISTS ledger_chain_breaks();
