-- The built-in gateway of demo mode is called `test`. Only demo data has the former name.
-- small: settings, one row is read by its key
-- small: cards, only demo mode has rows of this gateway
-- small: gateway_customers, only demo mode has rows of this gateway
-- small: gateway_events, only demo mode has rows of this gateway
-- small: payment_transactions, only demo mode has rows of this gateway
-- small: subscriptions, only demo mode has rows of this gateway
UPDATE settings SET value = '"test"' WHERE key = 'paymentGateway' AND value = '"sandbox"';
UPDATE cards SET gateway = 'test' WHERE gateway = 'sandbox';
UPDATE gateway_customers SET gateway = 'test' WHERE gateway = 'sandbox';
UPDATE gateway_events SET gateway = 'test' WHERE gateway = 'sandbox';
UPDATE payment_transactions SET gateway = 'test' WHERE gateway = 'sandbox';
UPDATE subscriptions SET payment_gateway = 'test' WHERE payment_gateway = 'sandbox';
