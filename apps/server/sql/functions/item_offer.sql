-- All that buyers are shown of what they buy with an item, while it is for sale. A product is what its text says; other items are their files.
CREATE OR REPLACE FUNCTION item_offer(item uuid) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'price', i.gate_price, 'free', i.gate_free_for_subscribers, 'title', i.title, 'text', CASE WHEN i.kind = 'product' THEN md5(i.text) END,
    'files', (SELECT coalesce(jsonb_agg(x.role || ':' || x.file_id ORDER BY x.role, x.file_id), '[]') FROM item_files x
      WHERE x.item_id = i.id AND (x.role = 'main' OR i.kind = 'product')),
    'photos', CASE WHEN i.kind = 'gallery' THEN (SELECT coalesce(jsonb_agg(p.file_id ORDER BY p.file_id), '[]') FROM photos p
      WHERE p.gallery_id = i.id AND NOT p.is_withheld) END,
    'noDownload', CASE WHEN i.kind = 'video' AND NOT i.buyers_may_download THEN true END,
    'type', d.type, 'fee', d.shipping_fee, 'countries', to_jsonb(ARRAY(SELECT unnest(d.shipping_countries) ORDER BY 1)),
    'days', d.processing_days))
  FROM items i LEFT JOIN products d ON d.item_id = i.id
  WHERE i.id = item AND i.gate_type = 'paid' AND (i.kind <> 'product' OR d.item_id IS NOT NULL)
$$;
