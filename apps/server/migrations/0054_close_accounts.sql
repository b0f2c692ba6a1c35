-- Somebody who leaves has thirty days to think again; then the person is erased and the books stay.

CREATE TABLE account_closings (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  -- What the account is again when the closing is taken back.
  status_before text NOT NULL CHECK (status_before IN ('active', 'pending_email')),
  asked_at timestamptz NOT NULL DEFAULT app_now(),
  closes_at timestamptz NOT NULL,
  reminded_at timestamptz,
  closed_at timestamptz,
  -- A creator's subscribers are told in the order of their subscriptions; up to here they have been.
  told_through uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);
CREATE INDEX account_closings_due ON account_closings (closes_at) WHERE closed_at IS NULL;
CREATE INDEX account_closings_done ON account_closings (closed_at) WHERE closed_at IS NOT NULL;
