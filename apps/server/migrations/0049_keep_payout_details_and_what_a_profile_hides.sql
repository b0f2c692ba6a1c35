-- What a creator hides and asks for a first message, where their money goes, which part of a picture is shown, and when papers run out.

ALTER TABLE performers
  -- A birth date is given to prove who somebody is; the age it makes is told only by those who say so.
  ADD COLUMN hidden_fields text[] NOT NULL DEFAULT '{age}',
  -- Hundredths of a token.
  ADD COLUMN first_message_price bigint CHECK (first_message_price > 0),
  -- New payout details rest: whoever took an account over can't empty it before its owner hears of it.
  ADD COLUMN payouts_frozen_until timestamptz;

-- `bank` and `gateways` of a performer, sealed whole. The version lets the second of two forms that were open at once be refused.
CREATE TABLE payout_details (
  performer_id uuid NOT NULL REFERENCES accounts,
  kind text NOT NULL CHECK (kind IN ('bank', 'gateways')),
  sealed bytea NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  changed_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (performer_id, kind)
);

-- Per cent of the upright picture: {x, y, width, height}.
ALTER TABLE files ADD COLUMN crop jsonb;

-- How many days before its end a paper's owner was last written to: 30, then 7, then 0 on the day itself.
ALTER TABLE verification_documents ADD COLUMN reminded_days smallint;
CREATE INDEX verification_documents_by_expiry ON verification_documents (expires_on) WHERE status = 'approved' AND expires_on IS NOT NULL;
