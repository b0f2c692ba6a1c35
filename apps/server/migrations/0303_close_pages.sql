-- additive
-- While a creator's page is closed for a time, their subscriptions wait; once it is open again, they are longer by that time.
CREATE TABLE page_closures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id uuid NOT NULL REFERENCES accounts (id),
  since timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz,
  -- The last subscription whose fan was sent the email that it is closed, or open again.
  notified_through uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);
CREATE UNIQUE INDEX page_closures_open ON page_closures (performer_id) WHERE ended_at IS NULL;
CREATE INDEX page_closures_of_performer ON page_closures (performer_id);
