-- Lists of payments and subscriptions go on after a row, along an index for each order by date.

DROP INDEX subscriptions_of_fan, subscriptions_of_performer;
CREATE INDEX subscriptions_of_fan ON subscriptions (fan_id, updated_at DESC, id DESC);
CREATE INDEX subscriptions_of_fan_by_start ON subscriptions (fan_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_of_performer ON subscriptions (performer_id, updated_at DESC, id DESC);
CREATE INDEX subscriptions_of_performer_by_start ON subscriptions (performer_id, created_at DESC, id DESC);
CREATE INDEX payment_transactions_of_account_by_start ON payment_transactions (account_id, created_at DESC, id DESC);
