import { compare, type Rig, serveFloor, serveProduct } from '../rig.ts'

/** The whole chain of hooks around the smallest call that queries the database, compared with a bare hello-world server. */
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
