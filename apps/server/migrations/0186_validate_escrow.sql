-- additive

ALTER TABLE earnings VALIDATE CONSTRAINT earnings_status_check;
