-- What changed a payer's wallet since the payment came whose tokens are traced, oldest first, for modules/money/payments/trace.ts. It begins so
-- early that of every payment of which something was taken back in this time, the time when it came is in it, too. `source` is the charge or the payment that the tokens belong to; what a charge paid
-- by card returns came from that charge.
-- Found through what the changes are about: an index of entries by account would cost every tip.
CREATE OR REPLACE FUNCTION wallet_changes(p_payer uuid, p_payment uuid) RETURNS TABLE (kind text, source uuid, amount bigint)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH RECURSIVE mine AS (SELECT id FROM ledger_accounts WHERE kind = 'fan_wallet' AND owner_id = p_payer AND currency = 'TOK'),
  payments AS MATERIALIZED (
    SELECT p.id, coalesce(top_up.created_at, period.created_at) AS at, coalesce(period.id, p.id) AS source, p.updated_at,
      p.amount_refunded > 0 OR EXISTS (SELECT FROM disputes d WHERE d.id = p.id) AS returned
    FROM payment_transactions p
    LEFT JOIN ledger_transactions top_up ON top_up.key = 'payment:' || p.id
    LEFT JOIN ledger_transactions period ON top_up.id IS NULL AND p.purpose = 'subscription'
      AND period.key = 'charge:' || p.account_id || ':subscription:' || p.subscription_id || ':' || p.period_number
    WHERE p.account_id = p_payer AND p.credited_at IS NOT NULL),
  reached AS (
    SELECT id, at FROM payments WHERE id = p_payment
    UNION SELECT p.id, p.at FROM payments p JOIN reached r ON p.returned AND p.updated_at >= r.at),
  since AS MATERIALIZED (SELECT min(at) AS at FROM reached),
  found AS (
    SELECT c.id AS posting, 'spend' AS kind, c.id AS source FROM charges c
      WHERE c.user_id = p_payer AND c.created_at >= (SELECT at FROM since)
    UNION ALL
    SELECT x.id, CASE WHEN EXISTS (SELECT FROM ledger_entries e WHERE e.transaction_id = c.id AND e.account_id = (SELECT id FROM mine))
        THEN 'return' ELSE 'credit' END, c.id
      FROM charges c JOIN ledger_transactions x
        ON x.key >= 'return:' || c.id AND x.key <= 'return:' || c.id || ':zzzz' AND starts_with(x.key, 'return:' || c.id)
      WHERE c.user_id = p_payer AND c.updated_at > c.created_at AND c.updated_at >= (SELECT at FROM since) AND c.tokens_returned > 0
    UNION ALL
    SELECT k.id, CASE WHEN k.key = 'payment:' || p.id THEN 'credit' ELSE 'payment' END, p.source
      FROM payments p CROSS JOIN LATERAL (
        SELECT x.id, x.key FROM ledger_transactions x
        WHERE x.key >= 'payment:' || p.id AND x.key <= 'payment:' || p.id || ':zzzz' AND starts_with(x.key, 'payment:' || p.id)
        OFFSET 0) k
      WHERE p.updated_at >= (SELECT at FROM since))
  SELECT f.kind, f.source, sum(e.amount)::bigint
  FROM found f JOIN ledger_transactions t ON t.id = f.posting JOIN ledger_entries e ON e.transaction_id = t.id AND e.account_id = (SELECT id FROM mine)
  WHERE t.created_at >= (SELECT at FROM since)
  GROUP BY t.created_at, t.id, f.kind, f.source HAVING sum(e.amount) <> 0 ORDER BY t.created_at, t.id
$$;
