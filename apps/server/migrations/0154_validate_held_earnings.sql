-- additive
ALTER TABLE earnings VALIDATE CONSTRAINT earnings_held;
