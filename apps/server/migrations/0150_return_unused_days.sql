-- additive
-- Days that were paid for and can't be used are returned. `returned` is the part of an earning that went back, `fee_returned` that of
-- the fee, `tokens_returned` both.
ALTER TABLE earnings ADD COLUMN returned bigint NOT NULL DEFAULT 0, ADD COLUMN fee_returned bigint NOT NULL DEFAULT 0;
ALTER TABLE earnings ADD CONSTRAINT earnings_returned CHECK (returned BETWEEN 0 AND net AND fee_returned BETWEEN 0 AND fee) NOT VALID;
ALTER TABLE charges ADD COLUMN tokens_returned bigint NOT NULL DEFAULT 0;
ALTER TABLE charges ADD CONSTRAINT charges_returned CHECK (tokens_returned BETWEEN 0 AND tokens) NOT VALID;
