import { print, type Rig, rssOf, serveFloor, serveProduct } from '../rig.ts'

/** Start of the web role until the first 200, and what it holds in memory idle, against Fastify with one query. */
export async function start(rig: Rig): Promise<void> {
  const starts: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < 5; round++) {
    const floor = await serveFloor('inbox20', rig)
    const product = await serveProduct(rig)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    starts.push(product.startMs / floor.startMs)
    ratios.push(rssOf(product.pid) / rssOf(floor.pid))
    await floor.stop()
    await product.stop()
  }
  print('web role', {
    'start ÷ floor': starts.toSorted((a, b) => a - b)[2]!,
    'RSS ÷ floor': ratios.toSorted((a, b) => a - b)[2]!,
  })
}
