-- Whether an item was offered on better terms within the last hour, to who buys so many: cheaper altogether (unless the buyer was shown the
-- present price), with a file that is gone, shipped sooner, to be saved, or free for subscribers.
CREATE OR REPLACE FUNCTION offer_worsened(item uuid, quantity integer, price_is_shown boolean) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM offer_changes c JOIN item_offers o ON o.item_id = c.item_id
    WHERE c.item_id = item AND c.changed_at > app_now() - interval '1 hour' AND (
      (NOT price_is_shown AND (c.was ->> 'price')::bigint * quantity + coalesce((c.was ->> 'fee')::bigint, 0)
        < (o.terms ->> 'price')::bigint * quantity + coalesce((o.terms ->> 'fee')::bigint, 0))
      OR NOT o.terms -> 'files' @> (c.was -> 'files')
      OR NOT o.terms -> 'photos' @> (c.was -> 'photos')
      OR (o.terms ->> 'days')::integer > (c.was ->> 'days')::integer
      OR (o.terms ? 'noDownload' AND NOT c.was ? 'noDownload')
      OR o.terms ->> 'type' <> c.was ->> 'type'
      OR (c.was -> 'free' = 'true' AND o.terms -> 'free' = 'false')))
$$;
