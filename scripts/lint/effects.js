/**
 * Lint rules for React effects and refs.
 * React calls whatever an effect or a ref callback returns as its cleanup. Browsers change what a method returns, such
 * as `scrollIntoView`, which returns a promise in newer ones, long before TypeScript's types do. So no such callback
 * may return the result of a method, or of a function passed by name, except in a separate `return` statement.
 */
const effects = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect'])

const noImplicitCleanup = {
  create(context) {
    const check = (callback) => {
      if (callback?.type === 'Identifier' || callback?.type === 'MemberExpression') {
        context.report({
          node: callback,
          message: 'Call it in a block: what it returns becomes the cleanup.',
        })
      }
      if (callback?.type !== 'ArrowFunctionExpression' || callback.body.type === 'BlockStatement')
        return
      if (resultsOf(callback.body).some(isMethodCall)) {
        context.report({
          node: callback.body,
          message: 'Put it in a block: what a method returns becomes the cleanup.',
        })
      }
    }
    return {
      CallExpression({ callee, arguments: [callback] }) {
        if (callee.type === 'Identifier' && effects.has(callee.name)) check(callback)
      },
      JSXAttribute({ name, value }) {
        const expression = value?.type === 'JSXExpressionContainer' ? value.expression : undefined
        if (name.name === 'ref' && expression?.type === 'ArrowFunctionExpression') check(expression)
      },
    }
  },
}

/** The expressions that can be the value of an expression. */
function resultsOf(node) {
  switch (node.type) {
    case 'ConditionalExpression':
      return [...resultsOf(node.consequent), ...resultsOf(node.alternate)]
    case 'LogicalExpression':
      return [...resultsOf(node.left), ...resultsOf(node.right)]
    case 'SequenceExpression':
      return resultsOf(node.expressions.at(-1))
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return resultsOf(node.expression)
    default:
      return [node]
  }
}

function isMethodCall({ type, callee }) {
  return type === 'CallExpression' && callee.type === 'MemberExpression'
}

export default { meta: { name: 'effects' }, rules: { 'no-implicit-cleanup': noImplicitCleanup } }
