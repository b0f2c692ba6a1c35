import { z } from 'zod'
import { sql } from '../../../../platform/db/db.ts'
import { count, hundredths, id, instant, type Subject, text } from './subject.ts'

// What was sold and ordered. Where a parcel went is in the export of its buyer alone.

export const orderSubjects: readonly Subject[] = [
  {
    name: 'products',
    about: 'What a creator sells; its title, price and files are in `posts.json` under the same id.',
    tables: ['products'],
    record: z.strictObject({
      itemId: id,
      type: text,
      stock: count.nullable(),
      shippingFeeHundredths: hundredths,
      shippingCountries: z.array(text),
      processingDays: count,
    }),
    select: (accountId) => sql`SELECT p.item_id AS "itemId", p.type, p.stock, p.shipping_fee AS "shippingFeeHundredths",
        p.shipping_countries AS "shippingCountries", p.processing_days AS "processingDays"
      FROM items i JOIN products p ON p.item_id = i.id WHERE i.performer_id = ${accountId} AND i.kind = 'product'
      ORDER BY i.updated_at DESC, i.id DESC`,
  },
  {
    name: 'orders',
    about: 'What this person ordered, and what happened to it. The payment is in `charges.json` under the same id.',
    tables: ['orders', 'order_events', 'order_decisions'],
    csv: true,
    record: z.strictObject({
      id,
      number: text,
      productId: id,
      performerId: id,
      type: text,
      title: text,
      imageFileId: id.nullable(),
      unitPriceHundredths: hundredths,
      quantity: count,
      shippingFeeHundredths: hundredths,
      deliveryAddress: z.record(z.string(), text).nullable(),
      fulfilment: text,
      carrier: text,
      trackingCode: text,
      downloads: count,
      events: z.array(
        z.strictObject({ type: text, by: text, tokensHundredths: hundredths.nullable(), note: text, at: text }),
      ),
      shipBy: instant.nullable(),
      shippedAt: instant.nullable(),
      settleAt: instant.nullable(),
      problem: text.nullable(),
      problemAt: instant.nullable(),
      escalatedAt: instant.nullable(),
      actBy: instant.nullable(),
      pausedAt: instant.nullable(),
      decision: z.strictObject({ decision: text, tokensHundredths: hundredths, statement: text, at: text }).nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT o.id, o.number, o.product_id AS "productId", o.performer_id AS "performerId", o.type, o.title,
        o.image_file_id AS "imageFileId", o.unit_price AS "unitPriceHundredths", o.quantity, o.shipping_fee AS "shippingFeeHundredths",
        o.delivery_address AS "deliveryAddress", o.fulfilment, o.carrier, o.tracking_code AS "trackingCode", o.downloads,
        ARRAY(SELECT jsonb_build_object('type', e.type, 'by', e.by, 'tokensHundredths', e.tokens, 'note', e.note, 'at', e.created_at)
          FROM order_events e WHERE e.order_id = o.id ORDER BY e.id) AS events,
        o.ship_by AS "shipBy", o.shipped_at AS "shippedAt", o.settle_at AS "settleAt", o.problem, o.problem_at AS "problemAt",
        o.escalated_at AS "escalatedAt", o.act_by AS "actBy", o.paused_at AS "pausedAt",
        (SELECT jsonb_build_object('decision', d.decision, 'tokensHundredths', d.tokens, 'statement', d.statement, 'at', d.decided_at)
          FROM order_decisions d WHERE d.order_id = o.id) AS decision,
        o.created_at AS "createdAt", o.updated_at AS "updatedAt"
      FROM orders o WHERE o.buyer_id = ${accountId} ORDER BY o.created_at DESC, o.id DESC`,
  },
  {
    name: 'sales',
    about: 'What others ordered from this creator, without who they are. What it earned is in `earnings.json`.',
    tables: ['orders'],
    csv: true,
    record: z.strictObject({
      id,
      number: text,
      productId: id,
      type: text,
      title: text,
      unitPriceHundredths: hundredths,
      quantity: count,
      shippingFeeHundredths: hundredths,
      fulfilment: text,
      carrier: text,
      trackingCode: text,
      shipBy: instant.nullable(),
      shippedAt: instant.nullable(),
      settleAt: instant.nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT o.id, o.number, o.product_id AS "productId", o.type, o.title, o.unit_price AS "unitPriceHundredths", o.quantity,
        o.shipping_fee AS "shippingFeeHundredths", o.fulfilment, o.carrier, o.tracking_code AS "trackingCode", o.ship_by AS "shipBy",
        o.shipped_at AS "shippedAt", o.settle_at AS "settleAt", o.created_at AS "createdAt", o.updated_at AS "updatedAt"
      FROM orders o WHERE o.performer_id = ${accountId} ORDER BY o.created_at DESC, o.id DESC`,
  },
]
