import { compare, type Rig, serveFloor, serveProduct } from '../rig.ts'

/** The whole chain of hooks around the smallest call that asks the database, against a bare hello. */
export async function hello(rig: Rig): Promise<void> {
  const [floor, product] = [await serveFloor('hello', rig), await serveProduct(rig)]
  await compare(
    'health ÷ hello',
    { served: floor, requests: [{ path: '/' }] },
    { served: product, requests: [{ path: '/api/health' }] },
  )
  await floor.stop()
  await product.stop()
}
