-- What can be charged for. charge_tokens reads it, so that a new kind needs no change of it.
-- additive

CREATE TABLE charge_kinds (
  kind text PRIMARY KEY,
  -- The topic of the event that a charge writes.
  event text NOT NULL,
  -- The function in sql/functions that gives what was paid for, in the same transaction; null where nothing is given.
  grant_function text
);
INSERT INTO charge_kinds (kind, event, grant_function) VALUES
  ('tip', 'tip.sent', NULL),
  ('subscription', 'subscription.paid', NULL),
  ('feed', 'item.unlocked', 'grant_item'),
  ('gallery', 'item.unlocked', 'grant_item'),
  ('video', 'item.unlocked', 'grant_item'),
  ('product', 'item.unlocked', 'grant_item');

-- charge_tokens is the only writer of charges, and refuses a kind that is not listed above.
ALTER TABLE charges DROP CONSTRAINT charges_type_check;
