-- additive
-- Disputed card payments: the tokens they bought are traced to what they paid for, and held until the bank decides.
ALTER TABLE earnings ADD COLUMN held bigint NOT NULL DEFAULT 0;
ALTER TABLE earnings ADD CONSTRAINT earnings_held CHECK (held >= 0 AND held + returned <= net) NOT VALID;
ALTER TABLE cards ADD COLUMN fingerprint text;
CREATE TABLE disputes (
  id uuid PRIMARY KEY REFERENCES payment_transactions(id),
  account_id uuid NOT NULL REFERENCES accounts(id),
  fingerprint text,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'won', 'lost')),
  tokens bigint NOT NULL,
  from_wallet bigint NOT NULL,
  held bigint NOT NULL,
  owed bigint NOT NULL DEFAULT 0,
  blocks_paying boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  closed_at timestamptz,
  reviewed_at timestamptz,
  reviewed_by uuid REFERENCES accounts(id),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 1000)
);
CREATE INDEX disputes_of_account ON disputes (account_id);
CREATE INDEX disputes_of_card ON disputes (fingerprint) WHERE blocks_paying;
CREATE INDEX disputes_newest ON disputes (created_at DESC, id DESC);
CREATE INDEX disputes_to_review ON disputes (created_at DESC, id DESC) WHERE reviewed_at IS NULL;
CREATE TABLE dispute_charges (
  payment_id uuid NOT NULL REFERENCES disputes(id),
  charge_id uuid NOT NULL REFERENCES charges(id),
  tokens bigint NOT NULL CHECK (tokens > 0),
  held bigint NOT NULL CHECK (held >= 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  PRIMARY KEY (payment_id, charge_id)
);
CREATE INDEX dispute_charges_of_charge ON dispute_charges (charge_id);
