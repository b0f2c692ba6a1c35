-- additive
ALTER TABLE earnings VALIDATE CONSTRAINT earnings_returned;
ALTER TABLE charges VALIDATE CONSTRAINT charges_returned;
ALTER TABLE ledger_accounts VALIDATE CONSTRAINT ledger_account_not_below_zero;
ALTER TABLE ledger_accounts VALIDATE CONSTRAINT ledger_accounts_kind_check;
ALTER TABLE ledger_accounts VALIDATE CONSTRAINT ledger_accounts_may_be_negative;
