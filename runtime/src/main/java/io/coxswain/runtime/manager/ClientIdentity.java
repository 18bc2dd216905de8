package io.coxswain.runtime.manager;

import io.coxswain.env.ApiTransport;
import java.time.Duration;

/**
 * Who a part of a program is to the API server, and when it begins.
 *
 * @param name for logs
 * @param api sends its requests; whose they are is the transport's business
 * @param userAgent stands in its requests
 * @param requestsPerSecond holds its requests back; 0 for unlimited
 * @param requestBurst how many requests it may make at once
 * @param startAfter how long its controllers wait once they could start
 */
public record ClientIdentity(
    String name,
    ApiTransport api,
    String userAgent,
    double requestsPerSecond,
    int requestBurst,
    Duration startAfter) {}
