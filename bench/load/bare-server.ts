// The yardstick: Fastify with one route that says hello.
import Fastify from 'fastify'

const app = Fastify()
app.get('/', async () => ({ hello: 'world' }))
console.log(JSON.stringify({ address: await app.listen({ port: 0 }) }))
