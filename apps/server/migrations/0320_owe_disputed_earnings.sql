-- additive
-- What creators were paid out already of disputed payments: they owe it if the dispute is lost, and until then it may hold their payouts.
ALTER TABLE dispute_charges ADD COLUMN performer_id uuid;
ALTER TABLE dispute_charges ADD COLUMN owed bigint NOT NULL DEFAULT 0;
ALTER TABLE dispute_charges ADD COLUMN holds_payouts boolean NOT NULL DEFAULT false;
