-- additive
-- An account of the kind `debt` is below zero by what its owner owes the site.
ALTER TABLE ledger_accounts ALTER COLUMN may_be_negative DROP EXPRESSION;
ALTER TABLE ledger_accounts ALTER COLUMN may_be_negative SET DEFAULT false;
ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_account_not_below_zero,
  ADD CONSTRAINT ledger_account_not_below_zero CHECK (kind IN ('gateway_clearing', 'debt') OR balance >= 0) NOT VALID;
ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('fan_wallet', 'fan_bonus', 'performer_pending', 'performer_available',
    'performer_reserve', 'performer_in_payout', 'escrow', 'platform_fees', 'gateway_clearing', 'token_float', 'tax', 'debt')) NOT VALID;
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_may_be_negative CHECK (may_be_negative = (kind IN ('gateway_clearing', 'debt'))) NOT VALID;
